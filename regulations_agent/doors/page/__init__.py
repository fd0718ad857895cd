"""The web page: Gradio's server with markup of our own, one module a tab."""
