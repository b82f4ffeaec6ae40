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

/** Throws if no user can have this key, or this user has it already. `taken` holds the keys of the user's other ones. */
export function checkKey(key: string, taken: ReadonlySet<string>): void {
  if (isReserved(key)) throw refusal(`${key} is a reserved word and cannot be used`)
  if (isSystemKey(key)) throw refusal(`There is a system indicator with the key ${key}`)
  if (taken.has(key)) throw refusal(`You have another indicator with the key ${key}`)
}

/** Members of every object would be found under these keys even if no indicator had them. */
function isReserved(key: string): boolean {
  return TAKEN_WORDS.has(key) || key in {}
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
