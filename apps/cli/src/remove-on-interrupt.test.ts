import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-interrupt-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

it.each(['SIGINT', 'SIGTERM'] as const)('%s removes the folder and ends the process as usual', async (signal) => {
  const folder = join(dir, 'columns')
  mkdirSync(folder)
  const module = pathToFileURL(join(import.meta.dirname, 'remove-on-interrupt.ts')).href
  const text = `import { removeOnInterrupt } from '${module}'
    removeOnInterrupt('${folder}')
    setInterval(() => {}, 1_000)
    process.stdout.write('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', text])
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  child.kill(signal)
  expect(await ended).toEqual([null, signal])
  expect(existsSync(folder)).toBe(false)
})
