import { z } from 'zod'

const draft = z.object({
  text: z.string(),
  /** The version that the text is based on; null when there is none. */
  baseId: z.string().nullable(),
  message: z.string(),
  /** When it was typed, UTC milliseconds. */
  time: z.number(),
})

/** Unsaved text, stored in this browser until it is saved or discarded. */
export type StoredDraft = z.infer<typeof draft>

const PREFIX = 'tradeloom-draft/'

/** Drafts belong to a user: another one who signs in to the same browser does not see them. */
function nameOf(userId: string, key: string): string {
  return `${PREFIX}${userId}/${key}`
}

/** `key` says what was typed: `algorithm/{id}/{version id}`, `description/{id}`, `indicator/{id}`. */
export function readDraft(userId: string, key: string): StoredDraft | null {
  try {
    const parsed = draft.safeParse(JSON.parse(localStorage.getItem(nameOf(userId, key)) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** The newest draft whose key starts with `prefix`. */
export function newestDraft(userId: string, prefix: string): StoredDraft | null {
  const start = nameOf(userId, '')
  const keys = Object.keys(localStorage).filter((name) => name.startsWith(`${start}${prefix}`))
  const drafts = keys.flatMap((name) => readDraft(userId, name.slice(start.length)) ?? [])
  return drafts.toSorted((left, right) => right.time - left.time)[0] ?? null
}

/** Stores at once, so that the last key survives a crash; false when the browser has no space. */
export function writeDraft(userId: string, key: string, stored: StoredDraft): boolean {
  try {
    localStorage.setItem(nameOf(userId, key), JSON.stringify(stored))
    return true
  } catch {
    return false
  }
}

export function dropDraft(userId: string, key: string): void {
  localStorage.removeItem(nameOf(userId, key))
}
