import { API_NAMES, INDICATOR_API_NAMES, LANGUAGE_NAMES, RESERVED_NAMES, TIMER_NAMES } from '@tradeloom/script'
import { AppError } from '../../platform/errors/app-error.ts'
import { isSystemKey } from './system-indicators.ts'

const TAKEN_WORDS: ReadonlySet<string> = new Set([
  ...API_NAMES,
  ...INDICATOR_API_NAMES,
  ...RESERVED_NAMES,
  ...TIMER_NAMES,
  ...LANGUAGE_NAMES,
])

/** Words of the language: no name may be one of them, in strict code or in modules. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof var void while with yield'
  ).split(' '),
)

/** Throws if no user can have this key, or this user has it already. `taken` holds the keys of the user's other ones. */
export function checkKey(key: string, taken: ReadonlySet<string>): void {
  if (KEYWORDS.has(key)) {
    const message = 'Key must be a valid JavaScript identifier'
    throw new AppError('invalid-input', 'invalid-input', message, { fields: { key: message } })
  }
  if (isReserved(key)) throw refusal(`${key} is a reserved word and cannot be used`)
  if (isSystemKey(key)) throw refusal(`There is a system indicator with the key ${key}`)
  if (taken.has(key)) throw refusal(`You have another indicator with the key ${key}`)
}

/** Members of every object would be found under these keys even if no indicator had them. */
function isReserved(key: string): boolean {
  return TAKEN_WORDS.has(key) || KEYWORDS.has(key) || key in {}
}

function refusal(message: string): AppError {
  return new AppError('conflict', 'key-taken', message, { fields: { key: message } })
}

const MAX_LENGTH = 40

/** A free key that resembles the text. */
export function freeKey(text: string, taken: ReadonlySet<string>): string {
  const isFree = (key: string): boolean => !taken.has(key) && !isSystemKey(key) && !isReserved(key)
  const words = text.normalize('NFD').match(/[A-Za-z0-9$]+/g) ?? []
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  const base = (/^[A-Za-z$]/.test(joined) ? joined : `Indicator${joined}`).slice(0, MAX_LENGTH)
  if (isFree(base)) return base
  for (let no = 2; ; no++) {
    const key = `${base.slice(0, MAX_LENGTH - String(no).length)}${no}`
    if (isFree(key)) return key
  }
}
