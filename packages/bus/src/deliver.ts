import type { ErrorHandler, Message, MessageHandler } from './bus.ts'

/** Calls the handler; what it throws or rejects with goes to `onError` and concerns nobody else. */
export function deliver(handler: MessageHandler, message: Message, onError: ErrorHandler): void {
  try {
    const result = handler(message)
    if (result instanceof Promise) result.catch((error: unknown) => onError(error, message.subject))
  } catch (error) {
    onError(error, message.subject)
  }
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
