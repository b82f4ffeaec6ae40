export { findFake } from './find-fake.ts'
export type { SourceFake } from './source-fake.ts'
export { type SourceFault, type SourceLab, startSourceLab } from './start-source-lab.ts'
