import type { UserErrorCode } from '@tradeloom/domain'

/** What a process that answers requests sends. */
export type ResponseMessage<Answer, Progress> =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** `code` is that of a UserError; null if the message is for the log. */
  | { readonly kind: 'failed'; readonly message: string; readonly code: UserErrorCode | null }
