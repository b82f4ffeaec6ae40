import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clearUploads } from './clear-uploads.ts'

const HOUR_S = 3600
let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-uploads-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** A folder made two hours ago, with a file of `ageS`. */
function upload(name: string, ageS: number): void {
  mkdirSync(join(dir, name))
  writeFileSync(join(dir, name, 'data.csv'), '1')
  const nowS = Date.now() / 1000
  utimesSync(join(dir, name, 'data.csv'), nowS - ageS, nowS - ageS)
  utimesSync(join(dir, name), nowS - 2 * HOUR_S, nowS - 2 * HOUR_S)
}

it('removes abandoned uploads and no others', async () => {
  upload('left', 2 * HOUR_S)
  upload('being-received', 5)
  upload('waiting', 2 * HOUR_S)
  await clearUploads(dir, async () => new Set(['waiting']), Date.now())
  expect(['left', 'being-received', 'waiting'].filter((name) => existsSync(join(dir, name)))).toEqual([
    'being-received',
    'waiting',
  ])
})

it('removes all but what waits while nothing can be on its way', async () => {
  upload('being-received', 0)
  upload('waiting', 0)
  await clearUploads(dir, async () => new Set(['waiting']), Date.now(), 0)
  expect(['being-received', 'waiting'].filter((name) => existsSync(join(dir, name)))).toEqual(['waiting'])
})

it('does nothing if nothing was ever uploaded', async () => {
  await clearUploads(join(dir, 'none'), async () => new Set(), Date.now())
})
