import { OrderDenied } from './order-denied.ts'

/** A multiple of a step as a decimal, exactly; a value between two steps is refused and never rounded. */
export function inSteps(value: number, step: string, name: string): string {
  const places = step.includes('.') ? (step.replace(/0+$/, '').split('.')[1]?.length ?? 0) : 0
  const unit = Math.round(Number(step) * 10 ** places)
  const text = value.toFixed(places)
  const units = Math.round(value * 10 ** places)
  if (!(value > 0) || !Number.isSafeInteger(units) || Number(text) !== value || units % unit !== 0)
    throw new OrderDenied(`The ${name} ${value} is no multiple of ${Number(step)}`)
  return text
}
