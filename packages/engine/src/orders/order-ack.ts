/** The answer to `modify`, `cancel` and `oco`: a refusal is a value with a reason. */
export interface Answer {
  readonly accepted: boolean
  readonly reason: string | null
}

export const ACCEPTED: Answer = Object.freeze({ accepted: true, reason: null })

export function refused(reason: string): Answer {
  return { accepted: false, reason }
}
