// What strands and plugins import as 'orrery/strand'. Both functions only type what they are given.
export const defineStrand = (strand) => strand
export const definePlugin = (plugin) => plugin
