import { setTimeout as wait } from 'node:timers/promises'
import { userInfo } from 'node:os'
import { UserError } from '@tradeloom/domain'
import { type FlattenAnswer, guardedAccounts, joinAnswers, readAnswers, requestFlatten } from '@tradeloom/kill-switch'
import type { Command } from 'commander'
import { z } from 'zod'
import { confirm } from '../confirm.ts'
import { dataFolder } from '../data-folder.ts'
import { addDataOption } from '../options/shared-options.ts'
import type { Terminal } from '../terminal.ts'

const LOOK_MS = 50
/** A guardian looks every 150 ms, one that has to start takes some seconds. */
const SILENT_MS = 15_000
const FLAT_MS = 60_000
const ELSEWHERE = 'close the positions at your broker itself'

interface Options {
  readonly data?: string
  readonly all?: true
  readonly yes?: boolean
}

type Step = FlattenAnswer['accounts'][number]

/** The switch that works while server, database and broker process hang: the guardian reads files. */
export function addFlatten(command: Command, terminal: Terminal): void {
  addDataOption(command)
    .argument('[account...]', 'ids of accounts; without any, those that are guarded are listed')
    .option('--all', 'all accounts of this installation that have anything')
    .option('--yes', 'do not ask')
    .action((ids: string[], options: Options) => flatten(ids, options, terminal))
}

async function flatten(ids: readonly string[], options: Options, terminal: Terminal): Promise<void> {
  const dataDir = dataFolder(options.data)
  const accounts = chosen(ids, options)
  if (accounts === null) {
    list(dataDir, terminal)
    return
  }
  const which = accounts === 'all' ? 'ALL accounts' : `${accounts.length} account(s)`
  await confirm(options.yes, `Cancel all orders and close all positions of ${which}, at the market?`)
  const from = Date.now()
  const id = request(dataDir, accounts, from)
  terminal.err('Request sent to the guardian\n')
  const told = new Set<string>()
  for (;;) {
    const answers = readAnswers(dataDir, id)
    const { accounts: steps, unknown, isComplete } = joinAnswers(answers)
    for (const step of steps) tell(step, { from, told, terminal })
    const open = steps.filter(({ step }) => step !== 'flat')
    const waited = Date.now() - from
    if (isComplete && open.length === 0) {
      if (steps.length === 0 && unknown.length === 0) terminal.err('No account has anything open\n')
      if (unknown.length > 0) throw new UserError('invalid-input', `No such account: ${unknown.join(', ')}`)
      return
    }
    if (answers.length === 0 && waited > SILENT_MS) {
      const left = 'A server that starts within ten minutes still carries it out'
      throw new UserError('busy', `The guardian does not answer: ${ELSEWHERE}. ${left}`)
    }
    if (waited > FLAT_MS) {
      const names = open.map(({ accountId }) => accountId)
      const left = isComplete ? names : [...names, 'accounts that only the database knows, which does not answer']
      throw new UserError(
        'busy',
        `Not flat after a minute, and still being closed: ${left.join(', ')}. If you cannot wait, ${ELSEWHERE}`,
      )
    }
    await wait(LOOK_MS)
  }
}

/** Null if none is. */
function chosen(ids: readonly string[], { all }: Options): 'all' | string[] | null {
  if (all && ids.length > 0) throw new UserError('invalid-input', 'Name accounts, or use --all')
  if (all) return 'all'
  if (ids.length === 0) return null
  const wrong = ids.find((id) => !z.uuid().safeParse(id).success)
  if (wrong !== undefined) throw new UserError('invalid-input', `${wrong} is no id of an account`)
  return [...new Set(ids)]
}

/** What guardians know, without asking the database. */
function list(dataDir: string, terminal: Terminal): void {
  const guarded = guardedAccounts(dataDir)
  if (guarded.length === 0) terminal.err(`No account is guarded in ${dataDir}\n`)
  for (const { accountId, venue, positions } of guarded) {
    const open = positions.map(({ direction, quantity, instrumentId }) => `${direction} ${quantity} ${instrumentId}`)
    terminal.out(`${accountId}  ${venue}  ${open.length === 0 ? 'nothing open' : open.join(', ')}\n`)
  }
  terminal.err('Close them down with "tradeloom flatten ID ..." or "tradeloom flatten --all"\n')
}

function request(dataDir: string, accounts: 'all' | string[], at: number): string {
  try {
    return requestFlatten(dataDir, { accounts, by: `tradeloom flatten (${userInfo().username})`, at }).id
  } catch (error) {
    throw new UserError('disk', `The guardian cannot be reached: ${(error as Error).message}. So ${ELSEWHERE}`)
  }
}

interface Telling {
  readonly from: number
  readonly told: Set<string>
  readonly terminal: Terminal
}

function tell({ accountId, venue, step, raisedAt, flatAt }: Step, { from, told, terminal }: Telling): void {
  const key = `${accountId} ${step}`
  if (told.has(key)) return
  told.add(key)
  const name = `${venue === '' ? '' : `${venue} `}${accountId}`
  const after = (at: number | null): string => `after ${(Math.max(0, (at ?? from) - from) / 1000).toFixed(1)} s`
  if (step === 'waiting') terminal.err(`${name}: waits for the database\n`)
  if (step === 'raised') terminal.err(`${name}: being closed down, ${after(raisedAt)}\n`)
  if (step === 'flat') terminal.out(`${name}: flat ${after(flatAt)}\n`)
}
