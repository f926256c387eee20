// The name under which this browser keeps the page's last state: the worker leaves it alone when its own files change.

export const copyCache = 'orrery.copy'
