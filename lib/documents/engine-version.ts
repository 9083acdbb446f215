/** Goes into every stored verdict: a verdict can be traced to the rules that made it. */
export const ENGINE_VERSION = '9'
