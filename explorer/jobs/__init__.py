"""Job queue: long runs in worker processes, shared by all visitors; no Streamlit."""
