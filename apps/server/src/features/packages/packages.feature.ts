import { schema } from '@tradeloom/database'
import type { Feature } from '../../platform/feature.ts'
import type { Platform } from '../../platform/platform.ts'

const { packages } = schema

/** The packages as the operator has set them in the database. */
export function packagesFeature({ db }: Pick<Platform, 'db'>) {
  return {
    handlers: {
      listPackages: async () => {
        const rows = await db.select().from(packages).orderBy(packages.id)
        return rows.map(({ price, ...rest }) => ({ priceUsd: price, ...rest }))
      },
    },
  } as const satisfies Feature
}
