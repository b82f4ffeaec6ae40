import { existsSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../../../../shared/data/crypto/binance-ws-raw/spot')

/** Ten minutes of real messages; null where the data is absent. */
export const SPOT_CAPTURE = existsSync(FOLDER) ? FOLDER : null
