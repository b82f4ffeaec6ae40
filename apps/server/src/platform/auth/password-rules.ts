import { type OptionsDictionary, ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import { invalid } from '../errors/app-error.ts'

/** On a scale of 0 to 4; a password below it falls to a few million guesses. */
const MIN_SCORE = 2
/** Longer passwords are not weaker, and slow to evaluate. */
const MAX_EVALUATED = 64
/** Shorter names occur in too many words. */
const MIN_NAME_LENGTH = 4

export interface PasswordOwner {
  readonly username: string
  readonly email: string
}

let judge: ZxcvbnFactory | undefined

/**
 * Throws for a common password, or one made from public facts about its owner; `field` is where the form shows it.
 */
export function refuseWeakPassword(password: string, owner: PasswordOwner, field: string): void {
  judge ??= new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary } as OptionsDictionary,
    graphs: common.adjacencyGraphs,
    translations: english.translations,
  })
  const names = namesOf(owner)
  const looked = password.slice(0, MAX_EVALUATED)
  const without = names
    .filter((name) => name.length >= MIN_NAME_LENGTH)
    .reduce((rest, name) => rest.replaceAll(name, ''), looked.toLowerCase())
  const isMadeOfNames = without.length < looked.length && judge.check(without).score < MIN_SCORE
  const { score, sequence, feedback } = judge.check(looked, names)
  if (isMadeOfNames || sequence.some((part) => score < MIN_SCORE && part.dictionaryName?.startsWith('userInputs'))) {
    throw invalid('Password must not be made of your name, your email address or the name of this site', field)
  }
  if (score < MIN_SCORE) throw invalid(`This password is too easy to guess. ${feedback.warning ?? ''}`.trim(), field)
}

function namesOf({ username, email }: PasswordOwner): string[] {
  const whole = [username, ...email.split('@')]
  const parts = whole.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length > 2)
  return [...new Set([...whole, ...parts, 'tradeloom'].map((name) => name.toLowerCase()))].toSorted(
    (a, b) => b.length - a.length,
  )
}
