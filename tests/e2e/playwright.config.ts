import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { LANE } from '../../tools/lanes/lane.ts'

/** Each has its own server, started by main.ts. */
export const WORKERS = 2

/**
 * Chromium builds the suggestions of its address bar, some 350 scripts in a process of their own, whenever a window opens:
 * each test would wait beside that, and a measured page, whose reader has the window open for long, more than for itself.
 * A later switch replaces Playwright's own, so the features that it turns off for steadiness are repeated.
 */
const TURNED_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** Also for programs that measure pages. */
export const CHROMIUM = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${TURNED_OFF.join()}`,
  ],
}

/**
 * The same engine without the browser around it, whose windows would take a sixth of the processor time of a round. Pages
 * are measured in the browser that users have.
 */
const SHELL = '/usr/bin/chromium-headless-shell'
const TEST_BROWSER = process.env['CHROMIUM'] ?? (existsSync(SHELL) ? SHELL : CHROMIUM.executablePath)

export default defineConfig({
  testDir: import.meta.dirname,
  // The longest tests first: begun last they would keep one core busy and leave the other idle.
  projects: [
    { name: 'screens', testMatch: 'screen*.spec.ts' },
    { name: 'journeys', testMatch: '*.spec.ts', testIgnore: 'screen*.spec.ts' },
  ],
  // Tests wait for states: these limits only end what hangs, however busy the machine is.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  workers: WORKERS,
  fullyParallel: true,
  retries: 0,
  ...(LANE === 'fast' ? { grepInvert: /@full/ } : {}),
  outputDir: '../../test-results',
  // The JSON report is for the overall summary; without a file name it would be printed to standard output.
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    // Transitions would be drawn frame by frame, and actions wait for their end.
    contextOptions: { reducedMotion: 'reduce' },
    // A screencast would occupy a core, and DOM snapshots before and after each action a good part of one; the messages of
    // a failure and its picture nearly always say enough.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    // No page is open long enough to earn back what its optimized code costs, up to a fifth of a test's processor time.
    launchOptions: { executablePath: TEST_BROWSER, args: [...CHROMIUM.args, '--js-flags=--no-opt --no-maglev'] },
  },
})
