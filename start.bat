@echo off
rem Double-click: makes the environment once, starts the app, opens the browser.
pushd "%~dp0"
if not exist tools\start.py goto zipped
py -3 --version >nul 2>nul && goto py
uv --version >nul 2>nul && goto uv
python --version >nul 2>nul && goto python
echo Python is missing. Install it from https://www.python.org/downloads/
echo Tick "Add python.exe to PATH" in the first window, then double-click start.bat again.
goto end
:zipped
echo The rest of the app is missing: this file was opened inside the ZIP file.
echo Right-click the ZIP file, choose "Extract All", then double-click start.bat in the new folder.
goto end
:py
py -3 tools\start.py %*
goto end
:uv
uv run --no-project --python 3.12 tools\start.py %*
goto end
:python
python tools\start.py %*
:end
pause
