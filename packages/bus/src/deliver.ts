import type { ErrorHandler, Message, MessageHandler } from './bus.ts'

/** Calls the handler; its errors and rejections go to `onError` and affect nothing else. */
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
