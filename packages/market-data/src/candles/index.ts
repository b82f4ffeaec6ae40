export { extendMinute } from './extend-minute.ts'
export { barAt, MINUTE, type MinuteBar, minuteOf } from './minute-file.ts'
export { MinuteReader } from './minute-reader.ts'
export { MinuteWriter } from './minute-writer.ts'
