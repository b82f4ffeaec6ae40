import { Stripe } from 'stripe'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Platform } from '../../platform/platform.ts'

export const PAYMENT_PROBLEM = 'There was a problem processing your payment. Please try again or contact support.'
export const CHANGE_PROBLEM = 'There was a problem changing your subscription. Please contact support.'

export function paymentsOff(): AppError {
  return new AppError(
    'conflict',
    'payments-off',
    'This installation takes no payments. Its administrator assigns packages.',
  )
}

/** Says to the user what the specification says, and to the log what the provider said. */
export async function withProblem<Result>(
  logger: Pick<Platform['logger'], 'error'>,
  message: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { type, code, statusCode, requestId } = error
    logger.error({ type, code, statusCode, requestId, problem: error.message }, 'the payment provider refused a call')
    const options = { cause: error }
    throw statusCode === 402
      ? new AppError('conflict', 'payment-refused', message, options)
      : new AppError('unavailable', 'payment-failed', message, options)
  }
}
