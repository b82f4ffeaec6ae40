import { lazyRouteComponent } from '@tanstack/react-router'
import { loadModule } from './load-module.ts'

/** The component `name` of a module, loaded when its page is opened or about to be. */
export const lazyPage: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadModule(load), name)
