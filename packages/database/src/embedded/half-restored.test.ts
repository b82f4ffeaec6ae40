import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { silentLogger } from '../logger.ts'
import { stopLeftCluster } from './half-restored.ts'
import { isAlive } from './postmaster.ts'
import { startEmbedded } from './supervisor.ts'

const LIMIT_MS = 300

let dataDir = ''
let pid = 0
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'tradeloom-left-'))
  chmodSync(dataDir, 0o755)
  const server = await startEmbedded(join(dataDir, 'postgres'), silentLogger)
  // As that of a process that was killed.
  server.leave()
  pid = server.pid
})
afterEach(() => {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

it('ends the PostgreSQL that a restore has left, and does nothing where there is none', async () => {
  await stopLeftCluster(dataDir)
  expect(isAlive(pid)).toBe(false)
  await stopLeftCluster(dataDir)
})

it('kills one that is suspended, which hears nothing else', async () => {
  process.kill(pid, 'SIGSTOP')
  await stopLeftCluster(dataDir, LIMIT_MS)
  expect(isAlive(pid)).toBe(false)
})
