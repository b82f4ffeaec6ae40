import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { answersFolder } from './folders.ts'
import { namesIn } from './names-in.ts'
import { writeWhole } from './write-whole.ts'

const STEPS = ['waiting', 'raised', 'flat'] as const

const flattenAnswer = z.object({
  /** Of the request. */
  id: z.uuid(),
  /** Of whom the request came; absent: of somebody at the terminal. */
  userId: z.uuid().optional(),
  accounts: z.array(
    z.object({
      accountId: z.string(),
      venue: z.string(),
      /** `waiting`: the database has to be back first, as always on paper. `raised`: it is being closed down. */
      step: z.enum(STEPS),
      /** When it was raised, UTC milliseconds. */
      raisedAt: z.number().nullable(),
      flatAt: z.number().nullable(),
    }),
  ),
  /** Accounts that were named and that nobody has. */
  unknown: z.array(z.string()),
  /** Whether all accounts that are meant are listed: the database was asked. Nothing is added later. */
  isComplete: z.boolean(),
  /** What the audit log says of it already. */
  recorded: z.enum(['used', 'flat']).optional(),
})

/** What a guardian has done about a request. */
export type FlattenAnswer = z.output<typeof flattenAnswer>

const nameOf = (id: string, guardian: string): string => `${id}.${guardian}.json`

export function writeAnswer(dataDir: string, guardian: string, answer: FlattenAnswer): void {
  writeWhole(answersFolder(dataDir), nameOf(answer.id, guardian), answer)
}

/** Those of all guardians of the data folder, or of one. */
export function readAnswers(dataDir: string, id: string, guardian?: string): FlattenAnswer[] {
  const folder = answersFolder(dataDir)
  const names = namesIn(folder).filter((name) =>
    guardian === undefined ? name.startsWith(`${id}.`) : name === nameOf(id, guardian),
  )
  return names.flatMap((name) => {
    try {
      return [flattenAnswer.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))]
    } catch {
      // Removed meanwhile, or damaged: it answers nothing.
      return []
    }
  })
}

/** What all guardians together have done: of each account, what the one says that is ahead. */
export function joinAnswers(
  answers: readonly FlattenAnswer[],
): Pick<FlattenAnswer, 'accounts' | 'unknown' | 'isComplete'> {
  const steps = new Map<string, FlattenAnswer['accounts'][number]>()
  for (const step of answers.flatMap(({ accounts }) => accounts)) {
    const before = steps.get(step.accountId)
    if (!before || STEPS.indexOf(step.step) > STEPS.indexOf(before.step)) steps.set(step.accountId, step)
  }
  const unknown = new Set(answers.flatMap((answer) => answer.unknown).filter((id) => !steps.has(id)))
  return { accounts: [...steps.values()], unknown: [...unknown], isComplete: answers.some((one) => one.isComplete) }
}
