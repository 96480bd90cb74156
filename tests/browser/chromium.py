"""How the tests' Chromium is started, without what a window has and no page of ours needs."""

# A server in the next room: no browser takes its plain http for safe.
CLASSROOM = "classroom.example"

# Of two lists Chromium reads the last alone, so Playwright's own is said again
# (test_chromium.py holds it to what Playwright says).
PLAYWRIGHTS = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "msForceBrowserSignIn",
    "msEdgeUpdateLaunchServicesPreferredVersion",
)
# What unfolds under the line for addresses is a page of its own, made for every device that
# a test opens: half of what opening one costs.
UNSEEN = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")

ARGUMENTS = [
    f"--disable-features={','.join((*PLAYWRIGHTS, *UNSEEN))}",
    f"--host-resolver-rules=MAP {CLASSROOM} 127.0.0.1",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
