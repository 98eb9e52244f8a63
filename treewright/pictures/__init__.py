"""What results, trees, matches and standings look like where a notebook shows them: HTML, and figures of matplotlib.

A figure is an object that nobody else holds: no window is opened, nothing of `pyplot` is touched.
"""
