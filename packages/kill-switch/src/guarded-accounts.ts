import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { guardianFolder } from './folders.ts'
import { namesIn } from './names-in.ts'

const position = z.object({ direction: z.string(), quantity: z.number(), instrumentId: z.string() })
const guardFile = z.object({
  guards: z.array(
    z.object({ stored: z.object({ accountId: z.string(), venue: z.string(), positions: z.array(position) }) }),
  ),
})

type GuardedAccountOnDisk = z.output<typeof guardFile>['guards'][number]['stored']

/** Accounts with their open positions, as the guardians of a data folder know them: no database is asked. */
export function guardedAccounts(dataDir: string): GuardedAccountOnDisk[] {
  const folder = guardianFolder(dataDir)
  const found = namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readGuards(join(folder, name)))
  return [...new Map(found.map((one) => [one.accountId, one])).values()]
}

function readGuards(path: string): GuardedAccountOnDisk[] {
  try {
    return guardFile.parse(JSON.parse(readFileSync(path, 'utf8'))).guards.map(({ stored }) => stored)
  } catch {
    return []
  }
}
