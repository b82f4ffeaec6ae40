import { exactText, parseExact } from '@tradeloom/domain'
import { customType } from 'drizzle-orm/pg-core'
import pg from 'pg'

// Of sums, too: they are exact in the database.
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (text) => parseExact(text))

/** A column of amounts or prices of live trading: the decimal that a number is printed as, and no other. */
export const exactNumber = customType<{ data: number; driverData: string | number }>({
  dataType: () => 'numeric',
  toDriver: exactText,
})
