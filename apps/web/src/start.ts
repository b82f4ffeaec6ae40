import { z } from 'zod'

// Must run before the first schema: zod would otherwise probe for `eval`, which the page's policy forbids.
z.config({ jitless: true })
