import { AppError } from '../../platform/errors/app-error.ts'

/** An order that its venue, or a rule that everybody can check, does not take. */
export function orderRefused(message: string): AppError {
  return new AppError('venue-rejected', 'order-refused', message)
}

export function brokerNotConnected(message: string): AppError {
  return new AppError('venue-unavailable', 'broker-not-connected', message)
}
