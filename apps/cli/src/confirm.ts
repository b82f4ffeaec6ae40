import { createInterface } from 'node:readline/promises'
import { UserError } from '@tradeloom/domain'

/** Asks at the terminal, unless it was answered by an option; throws unless the answer is yes. */
export async function confirm(isYes: boolean | undefined, question: string): Promise<void> {
  if (isYes === true) return
  if (!process.stdin.isTTY) throw new UserError('invalid-input', `${question} Say so with --yes`)
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  try {
    if (!/^y(es)?$/i.test((await prompt.question(`${question} [y/N] `)).trim())) {
      throw new UserError('invalid-input', 'Nothing was done')
    }
  } finally {
    prompt.close()
  }
}
