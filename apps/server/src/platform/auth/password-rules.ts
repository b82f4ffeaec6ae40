import { type OptionsDictionary, ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as english from '@zxcvbn-ts/language-en'
import { AppError, invalid } from '../errors/app-error.ts'

const FIELD = 'regPassword'
/** Of 0 to 4; below it a few million guesses find it. */
const MIN_SCORE = 2
/** What is beyond makes a password no weaker, and the look at it slow. */
const LOOKED_AT = 64
/** Shorter names are in too many words. */
const NAME_LENGTH = 4

export interface PasswordOwner {
  readonly username: string
  readonly email: string
}

let judge: ZxcvbnFactory | undefined

/** Throws for a password that is in lists of common ones, or made of what everybody knows of its owner. */
export function refuseWeakPassword(password: string, owner: PasswordOwner): void {
  judge ??= new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary } as OptionsDictionary,
    graphs: common.adjacencyGraphs,
    translations: english.translations,
  })
  const names = namesOf(owner)
  const looked = password.slice(0, LOOKED_AT)
  const without = names
    .filter((name) => name.length >= NAME_LENGTH)
    .reduce((rest, name) => rest.replaceAll(name, ''), looked.toLowerCase())
  const isMadeOfNames = without.length < looked.length && judge.check(without).score < MIN_SCORE
  const { score, sequence, feedback } = judge.check(looked, names)
  if (isMadeOfNames || sequence.some((part) => score < MIN_SCORE && part.dictionaryName?.startsWith('userInputs'))) {
    throw refusal('Password must not be made of your name, your email address or the name of this site')
  }
  if (score < MIN_SCORE) throw refusal(`This password is too easy to guess. ${feedback.warning ?? ''}`.trim())
}

function namesOf({ username, email }: PasswordOwner): string[] {
  const whole = [username, ...email.split('@')]
  const parts = whole.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length > 2)
  return [...new Set([...whole, ...parts, 'tradeloom'].map((name) => name.toLowerCase()))].toSorted(
    (a, b) => b.length - a.length,
  )
}

function refusal(message: string): AppError {
  return invalid(message, FIELD)
}
