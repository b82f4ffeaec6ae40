// Starts a real server on a fresh data folder with real market data in it, and drives it with Chromium.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from '../../tools/build-web.ts'
import { marketFixtures } from './market-fixtures.ts'
import { freePort, startServer } from './server-process.ts'

const root = join(import.meta.dirname, '..', '..')
if (!buildWeb(root)) process.exit(1)

const data = mkdtempSync(join(tmpdir(), 'tradeloom-e2e-'))
// The database runs as another user when this one is root, so it has to get through.
chmodSync(data, 0o755)
for (const options of marketFixtures()) {
  const cli = join(root, 'bin', 'tradeloom')
  const imported = spawnSync(cli, ['import', ...options, '--data', data, '--json'], { stdio: ['ignore', 'ignore', 2] })
  if (imported.status !== 0) throw new Error(`Import of ${options.join(' ')} failed`)
}

const server = await startServer(data, await freePort())
let status = 1
try {
  const cli = join(import.meta.dirname, 'node_modules', '@playwright', 'test', 'cli.js')
  const tests = spawn(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
    env: { ...process.env, BASE_URL: server.url },
  })
  status = await new Promise<number>((resolve) => tests.on('exit', (code) => resolve(code ?? 1)))
} finally {
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}
process.exit(status)
