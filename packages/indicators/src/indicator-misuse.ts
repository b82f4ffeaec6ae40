import { freezeClass } from './kit/freeze-class.ts'

/** A custom indicator is used or written in a way that cannot work; the message is for its author and starts with its key. */
export class IndicatorMisuse extends Error {}

freezeClass(IndicatorMisuse)
