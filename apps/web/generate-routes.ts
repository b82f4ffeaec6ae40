import { Generator, getConfig } from '@tanstack/router-generator'

/** Writes src/route-tree.generated.ts from the files of src/routes, as the build does; types and tests need it too. */
export async function generateRoutes(): Promise<void> {
  const root = import.meta.dirname
  await new Generator({ config: getConfig({}, root), root }).run()
}
