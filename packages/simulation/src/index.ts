export { hash, SeededStream } from './seeded.ts'
export { simulateBars, sliceBars } from './simulate-bars.ts'
export { simulateTicks } from './simulate-ticks.ts'
export { SIMULATED, SIMULATED_ELSEWHERE, type SimulatedProfile } from './simulated-profiles.ts'
