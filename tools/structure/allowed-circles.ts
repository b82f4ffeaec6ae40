import type { AllowedCircles } from './check-circles.ts'

/** Allowed circles of types, each with its reason. */
export const ALLOWED_CIRCLES: AllowedCircles = new Map([])
