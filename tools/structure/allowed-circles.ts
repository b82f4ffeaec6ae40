import type { AllowedCircles } from './check-circles.ts'

/** Circles of types that stay, each with its reason. */
export const ALLOWED_CIRCLES: AllowedCircles = new Map([])
