import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeAnswer } from './flatten-answer.ts'
import type { FlattenRequest } from './flatten-request.ts'
import { passesFolder, requestsFolder } from './folders.ts'
import { KillDoor } from './kill-door.ts'
import { checkPass, issuePass, removePasses, revokePasses } from './kill-pass.ts'
import { readRequests } from './read-requests.ts'

const id = (n: number): string => `0190a7c2-0000-7000-8000-${String(n).padStart(12, '0')}`
const [USER, OTHER, ACCOUNT, LOGIN, LOGIN_2, REQUEST] = [1, 2, 3, 4, 5, 6].map(id) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const AT = 1_800_000_000_000
const DAY_MS = 86_400_000

let dataDir: string
let now: number
let pass: string
let door: KillDoor
let told: FlattenRequest[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tradeloom-door-'))
  now = AT
  told = []
  pass = issuePass(dataDir, { userId: USER, loginId: LOGIN, now }).pass
  door = doorOf('server')
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function doorOf(name: 'server' | 'guardian'): KillDoor {
  return new KillDoor({ dataDir, door: name, now: () => now, onRequest: (request) => void told.push(request) })
}
const ask = (changes: object = {}): number => door.ask({ pass, id: REQUEST, accounts: 'all', ...changes }).status
const requests = (): readonly FlattenRequest[] => readRequests(dataDir, new Set()).requests
const folderOfUser = (): string => join(passesFolder(dataDir), USER)
const fileOfPass = (): string => join(folderOfUser(), readdirSync(folderOfUser())[0] ?? '')

it('writes a request of the user whose page asks', () => {
  expect(door.ask({ pass, id: REQUEST, accounts: [ACCOUNT] })).toEqual({ status: 202, body: { id: REQUEST } })
  const request = { id: REQUEST, accounts: [ACCOUNT], by: 'the kill switch', at: AT, userId: USER, door: 'server' }
  expect([requests(), told]).toEqual([[request], [request]])
})

it('keeps of a pass what recognizes it, and not the pass', () => {
  expect(fileOfPass()).not.toContain(pass.split('.')[1])
  expect(checkPass(dataDir, pass, now)).toEqual({
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    userId: USER,
    loginId: LOGIN,
    endsAt: AT + DAY_MS,
  })
})

it.each<[string, object]>([
  ['no pass', { pass: undefined }],
  ['a pass of another type', { pass: 7 }],
  ['a pass of another form', { pass: '../../etc/passwd' }],
  ['a zero byte in the pass', { pass: `${USER}.${'\0'.repeat(43)}` }],
  ['a folder in the pass', { pass: `../${USER.slice(3)}.${'a'.repeat(43)}` }],
  ['no id', { id: undefined }],
  ['a zero byte in the id', { id: `${REQUEST.slice(1)}\0` }],
  ['an id that is a path', { id: '../requests/x' }],
  ['no account', { accounts: [] }],
  ['an account of another type', { accounts: [7] }],
  ['other words than all', { accounts: 'some' }],
  ['more accounts than anybody has', { accounts: Array.from({ length: 201 }, (_, n) => id(n)) }],
  ['a field more', { userId: OTHER }],
])('refuses %s as no request', (_, changes) => {
  expect(ask(changes)).toBe(400)
  expect(requests()).toEqual([])
})

it.each([null, [], 'text', 7, undefined])('refuses a body that is %j', (body) => {
  expect(door.ask(body).status).toBe(400)
})

it.each<[string, () => void]>([
  ['that has ended', () => (now += DAY_MS)],
  ['of a login that has ended', () => revokePasses(dataDir, { loginId: LOGIN })],
  ['of a user who is gone', () => revokePasses(dataDir, { userId: USER })],
  ['that nobody has issued', () => (pass = `${USER}.${'a'.repeat(43)}`)],
  ['with the name of another user', () => (pass = `${OTHER}${pass.slice(36)}`)],
  ['whose file others can write', () => chmodSync(fileOfPass(), 0o666)],
  ['whose file is damaged', () => writeFileSync(fileOfPass(), '{')],
  ['whose file says that it is of somebody else', () => moveToOther()],
  ['whose file is a link', () => linked(fileOfPass())],
  ['whose folder is a link', () => linked(folderOfUser())],
])('takes no request with a pass %s', (_, happens) => {
  happens()
  expect(ask()).toBe(401)
  expect(door.look({}, pass).status).toBe(401)
  expect(requests()).toEqual([])
})

function linked(path: string): void {
  renameSync(path, join(dataDir, 'elsewhere'))
  symlinkSync(join(dataDir, 'elsewhere'), path)
}

function moveToOther(): void {
  renameSync(folderOfUser(), join(passesFolder(dataDir), OTHER))
  pass = `${OTHER}${pass.slice(36)}`
}

it('revokes the passes of one login, and leaves those of another', () => {
  const second = issuePass(dataDir, { userId: USER, loginId: LOGIN_2, now }).pass
  revokePasses(dataDir, { loginId: LOGIN })
  expect([checkPass(dataDir, pass, now), checkPass(dataDir, second, now)?.loginId]).toEqual([null, LOGIN_2])
  revokePasses(dataDir, { userId: '../../..' })
  revokePasses(dataDir, { userId: '' })
  expect(checkPass(dataDir, second, now)).not.toBeNull()
})

it('removes passes of logins that are no more, those that have ended, and all but the newest of a user', async () => {
  const [first] = [pass]
  for (let n = 0; n < 120; n++) pass = issuePass(dataDir, { userId: USER, loginId: LOGIN_2, now: ++now }).pass
  writeFileSync(join(folderOfUser(), 'x'), 'no pass')
  expect([readdirSync(folderOfUser()).length, checkPass(dataDir, first, now), ask()]).toEqual([101, null, 202])
  await removePasses(dataDir, now + DAY_MS - 1, async () => new Set([LOGIN_2]))
  expect(readdirSync(folderOfUser())).toHaveLength(1)
  await removePasses(dataDir, now, async () => new Set())
  expect(ask()).toBe(401)
})

it('takes the same id once, at whichever door it comes', () => {
  expect([ask(), ask()]).toEqual([202, 202])
  const first = requests()
  now += 1
  door = doorOf('guardian')
  expect([ask({ id: REQUEST.toUpperCase() }), requests(), told.length]).toEqual([202, first, 1])
})

it('refuses an id that is of another request, or of another user', () => {
  expect(ask()).toBe(202)
  expect(ask({ accounts: [ACCOUNT] })).toBe(409)
  pass = issuePass(dataDir, { userId: OTHER, loginId: LOGIN_2, now }).pass
  expect(ask()).toBe(409)
  writeAnswer(dataDir, 'one', { id: id(9), userId: USER, accounts: [], unknown: [], isComplete: true })
  expect([ask({ id: id(9) }), requests().length]).toEqual([409, 1])
})

it('answers how far a request is to its user, and to nobody else', () => {
  expect(door.look({}, pass)).toEqual({ status: 200, body: { door: 'server' } })
  expect(door.look({ id: REQUEST }, pass).status).toBe(404)
  expect(door.look({ id: 'x' }, pass).status).toBe(400)
  expect(door.look({ id: REQUEST }, undefined).status).toBe(401)
  ask()
  const nothing = { id: REQUEST, at: AT, isRead: false, accounts: [], unknown: [], isComplete: false }
  expect(door.look({ id: REQUEST }, pass)).toEqual({ status: 200, body: nothing })
  const step = { accountId: ACCOUNT, venue: 'binance', step: 'raised', raisedAt: AT, flatAt: null } as const
  const answer = { id: REQUEST, userId: USER, unknown: [OTHER], isComplete: true }
  writeAnswer(dataDir, 'one', { ...answer, accounts: [{ ...step, step: 'waiting' }] })
  writeAnswer(dataDir, 'two', { ...answer, accounts: [step] })
  expect(door.look({ id: REQUEST }, pass).body).toMatchObject({ isRead: true, accounts: [step], unknown: [OTHER] })
  const strange = issuePass(dataDir, { userId: OTHER, loginId: LOGIN_2, now }).pass
  expect(door.look({ id: REQUEST }, strange).status).toBe(404)
})

it('takes a right request among a thousand others in the same second', () => {
  const strange = issuePass(dataDir, { userId: OTHER, loginId: LOGIN_2, now }).pass
  const statuses = Array.from({ length: 1_000 }, (_, n) => {
    if (n === 900) return ask()
    const wrong = n % 2 === 0 ? { pass: `${USER}.${'a'.repeat(43)}` } : { pass: strange, id: id(10_000 + n) }
    return ask(wrong)
  })
  expect(statuses[900]).toBe(202)
  const count = (status: number): number => statuses.filter((one) => one === status).length
  // Half of them come from somebody with a pass, who gets as many as anybody needs.
  expect([count(401), count(202), count(429)]).toEqual([499, 21, 480])
  expect(ask()).toBe(202)
  now += 1_000
  expect(ask({ pass: strange, id: id(99_999) })).toBe(202)
})

it.each([
  ['server', 'Nothing was closed'],
  ['guardian', 'The accounts are being closed down all the same'],
] as const)('says that the disk does not take a request at the door of the %s', (name, message) => {
  mkdirSync(join(dataDir, 'guardian'), { recursive: true })
  writeFileSync(requestsFolder(dataDir), 'no folder')
  door = doorOf(name)
  const { status, body } = door.ask({ pass, id: REQUEST, accounts: 'all' })
  expect([status, (body as { message: string }).message]).toEqual([503, expect.stringContaining(message)])
  expect(told).toHaveLength(1)
})
