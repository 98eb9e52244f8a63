"""Reports: what a store holds, as Markdown and as one HTML page with figures; the figures of sweeps."""
