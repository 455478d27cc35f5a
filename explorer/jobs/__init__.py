"""Long runs in processes of their own, once for all visitors; no Streamlit."""
