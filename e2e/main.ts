// Starts a real server on a fresh data folder with real market data in it, and drives it with Chromium.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWeb } from '../tools/build-web.ts'
import { marketFixtures } from './market-fixtures.ts'

const root = join(import.meta.dirname, '..')
const data = mkdtempSync(join(tmpdir(), 'tradeloom-e2e-'))
// The database runs as another user when this one is root, so it has to get through.
chmodSync(data, 0o755)

if (!buildWeb(root)) process.exit(1)
for (const fixture of marketFixtures(root)) {
  const result = spawnSync(join(root, 'bin', 'tradeloom'), ['import', ...fixture, '--data', data, '--json'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (result.status !== 0) throw new Error(`Import of ${fixture.join(' ')} failed`)
}

const port = await freePort()
const server = spawn(process.execPath, [join(root, 'apps', 'server', 'src', 'main.ts')], {
  env: { ...process.env, PORT: String(port), TRADELOOM_DATA: data, LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'inherit', 'inherit'],
})
let status = 1
try {
  await ready(`http://127.0.0.1:${port}/healthz`)
  const cli = join(import.meta.dirname, 'node_modules', '@playwright', 'test', 'cli.js')
  const tests = spawn(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
    env: { ...process.env, BASE_URL: `http://127.0.0.1:${port}` },
  })
  status = await new Promise<number>((resolve) => tests.on('exit', (code) => resolve(code ?? 1)))
} finally {
  const exited = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await exited
  rmSync(data, { recursive: true, force: true })
}
process.exit(status)

async function ready(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (server.exitCode !== null) throw new Error('The server ended before it was ready')
    const answer = await fetch(url).catch(() => null)
    if (answer?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${url} did not get ready`)
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
