import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { requestFlatten } from './flatten-request.ts'
import { requestsFolder } from './folders.ts'
import { isFlattenRequested, readRequests } from './read-requests.ts'

const NONE: ReadonlySet<string> = new Set()
const ACCOUNT = '0190a7c2-0000-7000-8000-000000000001'
const terms = { accounts: [ACCOUNT], by: 'a test', at: 1_800_000_000_000 }

let dataDir: string
let folder: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tradeloom-requests-'))
  folder = requestsFolder(dataDir)
  mkdirSync(folder, { recursive: true })
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('reads a request once, and what was not seen yet', () => {
  expect(isFlattenRequested(dataDir)).toBe(false)
  const request = requestFlatten(dataDir, terms)
  expect(isFlattenRequested(dataDir)).toBe(true)
  expect(readRequests(dataDir, NONE)).toEqual({ requests: [request], ignored: [] })
  const all = requestFlatten(dataDir, { ...terms, accounts: 'all' })
  expect(readRequests(dataDir, new Set([request.id])).requests).toEqual([all])
})

it('has none without a folder', () => {
  rmSync(folder, { recursive: true })
  expect(readRequests(dataDir, NONE)).toEqual({ requests: [], ignored: [] })
})

it('removes what is no request with its reason, and reads the right one beside it', () => {
  const { id, ...rest } = requestFlatten(dataDir, terms)
  const text = (changes: object): string => JSON.stringify({ id: ACCOUNT, ...rest, ...changes })
  const plant = (name: string, content: string, mode = 0o600): void => {
    writeFileSync(join(folder, name), content)
    chmodSync(join(folder, name), mode)
  }
  plant('a.json', '{')
  plant('b.json', text({ accounts: [] }))
  plant('c.json', text({ more: 1 }))
  plant('d.json', text({}))
  plant('e.json', text({}), 0o666)
  plant('f.json', '')
  truncateSync(join(folder, 'f.json'), 10_000_000)
  plant('\u{1F4A5}.json', text({ by: '' }))
  symlinkSync('/etc/passwd', join(folder, 'g.json'))
  symlinkSync('/nowhere', join(folder, 'h.json'))
  execFileSync('/usr/bin/mkfifo', [join(folder, 'i.json')])
  mkdirSync(join(folder, 'j.json', 'inner'), { recursive: true })
  const { requests, ignored } = readRequests(dataDir, NONE)
  expect(requests.map((request) => request.id)).toEqual([id])
  expect(Object.fromEntries(ignored.map(({ name, reason }) => [name, reason]))).toMatchObject({
    'b.json': 'it has another form',
    'c.json': 'it has another form',
    'd.json': 'its name is not its id',
    'e.json': 'other users can write it',
    'f.json': 'it is too large',
    'g.json': 'it is a link',
    'h.json': 'it is a link',
    'i.json': 'it is not a file',
    'j.json': 'it is not a file',
  })
  expect(ignored).toHaveLength(11)
  expect(readdirSync(folder)).toEqual([`${id}.json`])
  expect(readdirSync('/etc')).toContain('passwd')
})

it('finds the right one among thousands of others, in a few looks', () => {
  for (let n = 0; n < 1000; n++) writeFileSync(join(folder, `${n}.json`), '{}', { mode: 0o600 })
  const { id } = requestFlatten(dataDir, terms)
  let looks = 0
  for (let found = false; !found; looks++) found = readRequests(dataDir, NONE).requests.some((one) => one.id === id)
  expect(looks).toBeLessThanOrEqual(6)
})

it.runIf(process.getuid?.() === 0)('takes no request of another user', () => {
  const { id } = requestFlatten(dataDir, terms)
  execFileSync('chown', ['nobody', join(folder, `${id}.json`)])
  expect(readRequests(dataDir, NONE)).toEqual({
    requests: [],
    ignored: [{ name: `${id}.json`, reason: 'it belongs to another user' }],
  })
})
