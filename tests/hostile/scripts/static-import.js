// Imports a module of the host at its top.
// Expect: errored script
import { readFileSync } from 'node:fs'
function onTick() {
  log(readFileSync('%secret%', 'utf8'))
}
