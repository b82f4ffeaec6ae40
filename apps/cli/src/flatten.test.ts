import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRequests, writeAnswer } from '@tradeloom/kill-switch'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Ended, runInProcess } from './in-process.fixture.ts'

const [ACCOUNT, OTHER] = [1, 2].map((n) => `0190a7c2-0000-7000-8000-00000000000${n}`) as [string, string]

let dir: string
let data: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tradeloom-flatten-'))
  data = join(dir, 'data')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const tradeloom = (...args: string[]): Promise<Ended> => runInProcess(dir, ['flatten', ...args])

/** Answers the next request as a guardian would. */
async function answered(accounts: readonly { accountId: string; steps: readonly string[] }[], unknown: string[] = []) {
  await expect.poll(() => readRequests(data, new Set()).requests).toHaveLength(1)
  const [request] = readRequests(data, new Set()).requests
  const id = request?.id ?? ''
  for (let n = 0; n < 2; n++) {
    const steps = accounts.map(({ accountId, steps: all }) => {
      const step = (all[n] ?? all.at(-1)) as 'raised' | 'flat'
      return { accountId, venue: 'binance', step, raisedAt: Date.now(), flatAt: step === 'flat' ? Date.now() : null }
    })
    writeAnswer(data, 'one', { id, accounts: steps, unknown, isComplete: n > 0 })
    await new Promise((done) => setTimeout(done, 150))
  }
  return request
}

it('closes an account down and says when it is flat', async () => {
  const ended = tradeloom(ACCOUNT, '--yes')
  const request = await answered([{ accountId: ACCOUNT, steps: ['raised', 'flat'] }])
  expect(request).toMatchObject({ accounts: [ACCOUNT], by: expect.stringContaining('tradeloom flatten (') })
  expect(await ended).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^binance \S+: flat after \d+\.\d s\n$/),
    stderr: expect.stringContaining('being closed down'),
  })
})

it('names accounts that nobody has, after the others are flat', async () => {
  const ended = tradeloom(ACCOUNT, OTHER, '--yes')
  await answered([{ accountId: ACCOUNT, steps: ['flat'] }], [OTHER])
  expect(await ended).toMatchObject({ status: 1, stderr: expect.stringContaining(`No such account: ${OTHER}`) })
})

it('asks for all of them', async () => {
  const ended = tradeloom('--all', '--yes')
  expect(await answered([{ accountId: ACCOUNT, steps: ['flat'] }])).toMatchObject({ accounts: 'all' })
  expect((await ended).status).toBe(0)
})

it('says when there is nothing to close', async () => {
  const ended = tradeloom('--all', '--yes')
  await answered([])
  expect(await ended).toMatchObject({ status: 0, stderr: expect.stringContaining('No account has anything open') })
})

it('waits for accounts that are only in the database', async () => {
  const ended = tradeloom('--all', '--yes')
  await expect.poll(() => readRequests(data, new Set()).requests).toHaveLength(1)
  const id = readRequests(data, new Set()).requests[0]?.id ?? ''
  const step = (accountId: string) =>
    ({ accountId, venue: 'paper', step: 'flat', raisedAt: Date.now(), flatAt: Date.now() }) as const
  writeAnswer(data, 'one', { id, accounts: [step(ACCOUNT)], unknown: [], isComplete: false })
  await new Promise((done) => setTimeout(done, 300))
  writeAnswer(data, 'one', { id, accounts: [step(ACCOUNT), step(OTHER)], unknown: [], isComplete: true })
  expect((await ended).stdout).toContain(`paper ${OTHER}: flat`)
})

it('asks nothing of the guardian when it was called wrongly', async () => {
  for (const [args, message] of [
    [['all', '--yes'], 'all is no id of an account'],
    [[ACCOUNT, '--all', '--yes'], 'Name accounts, or use --all'],
    [['--all'], 'Say so with --yes'],
  ] as const) {
    expect(await tradeloom(...args)).toMatchObject({ status: 1, stderr: expect.stringContaining(message) })
  }
  expect(readRequests(data, new Set()).requests).toEqual([])
})

it('says that the guardian cannot be asked where nothing can be written', async () => {
  mkdirSync(data)
  writeFileSync(join(data, 'guardian'), 'a file in its place')
  const ended = await tradeloom('--all', '--yes')
  expect(ended).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('close the positions at your broker itself'),
  })
  expect(readdirSync(data)).toEqual(['guardian'])
})

it('lists what is guarded, without a database', async () => {
  expect((await tradeloom()).stderr).toContain('No account is guarded')
  mkdirSync(join(data, 'guardian'), { recursive: true })
  const positions = [{ direction: 'LONG', quantity: 0.5, instrumentId: 'BTCUSDT:BINANCE' }]
  const stored = { accountId: ACCOUNT, venue: 'binance', positions }
  writeFileSync(join(data, 'guardian', 'one.json'), JSON.stringify({ version: 1, guards: [{ stored }], listings: [] }))
  writeFileSync(join(data, 'guardian', 'two.json'), '{')
  expect((await tradeloom()).stdout).toBe(`${ACCOUNT}  binance  LONG 0.5 BTCUSDT:BINANCE\n`)
})
