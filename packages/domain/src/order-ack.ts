/** The result of `modify`, `cancel` and `oco`: a refusal is a value with a reason. */
export interface OrderAck {
  readonly accepted: boolean
  readonly reason: string | null
}

export const ACCEPTED: OrderAck = Object.freeze({ accepted: true, reason: null })

export function rejection(reason: string): OrderAck {
  return { accepted: false, reason }
}
