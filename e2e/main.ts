// Starts a real server on a fresh data folder, imports real market data into it, and drives it with Chromium.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const cli = join(import.meta.dirname, 'node_modules', '@playwright', 'test', 'cli.js')
const result = spawnSync(
  process.execPath,
  [cli, 'test', '--config', join(import.meta.dirname, 'playwright.config.ts'), ...process.argv.slice(2)],
  {
    cwd: import.meta.dirname,
    stdio: 'inherit',
  },
)
process.exit(result.status ?? 1)
