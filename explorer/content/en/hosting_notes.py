"""Notes on hosting for teachers; a test compares them with docs/teachers.md."""

from __future__ import annotations

WAYS = {
    "Your laptop, and the room’s network": (
        "Start the app with `make run` (or `streamlit run app.py`). It prints two addresses: “Local URL” is for you, "
        "“Network URL” is for everybody on the same network. Open the **Network URL** yourself too, since the links "
        "and QR codes of a room lead to the address that you opened. Some networks keep guests’ devices apart: then "
        "use a phone’s hot spot, or one of the other ways."
    ),
    "A machine of the school (a lab server)": (
        "Its administrator finds the files in `deploy/` and the steps in `SCALING.md`. You get one address that works "
        "from every room. A server without HTTPS works too."
    ),
    "A cloud": (
        "Streamlit Community Cloud runs a copy of this project without a machine of your own: “Deploy” in `README.md` "
        "leads through it in five steps. It sleeps after twelve hours without a visitor, so open every page of your "
        "lesson ten minutes before it begins. It counts visits, whatever our settings say."
    ),
}
MANY = (
    "A room takes up to 400 students. Measured on a quarter of a core and 690 MB, which is near the smallest cloud: "
    "200 simulated phones that joined at the same moment were all in within a second, and all had the result within "
    "0.2 seconds of Reveal. Students who explore the app on their own need far more: 200 at once took 8 seconds to "
    "open it on a whole core. `benchmarks/README.md` has the figures, and the commands to measure your machine."
)
LEAVES = (
    "Nothing. On your laptop or your school’s server the app asks no other machine for anything, needs no account, "
    "asks for no name and uses no cookie of ours; a browser test fails if a page sends a request elsewhere. Of a "
    "student, a room stores choices, numbers and, where your own question asks for them, a few words, under a random "
    "id, and all of it is deleted when the room ends. A lesson is stored in your browser or in its link, never on the "
    "server. In a cloud, its operator sees that the app is visited. `PRIVACY.md` has the details."
)
BEFORE = (
    "Open this page by the address that the class will use, not by “localhost”.",
    "Choose a lesson above, read “The plan” once, and press “Present”. Press Page Down to the end, so that every page "
    "has been opened once.",
    "Open the notes in a second window, and drag the other one to the projector. Once a room is open, that window "
    "shows what the class answers before the class sees it, and takes you to the same on your phone.",
    "If the class is to guess on its own screens: “A class together” in the sidebar, “Open a room”. Then go back to "
    "“The plan” and press “Present”: the room comes along.",
    "Join with your own phone, by the QR code, and guess once.",
    "Have the handout printed, for the day when the network fails.",
)
