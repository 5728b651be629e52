/** The states of a connection by their numbers, for what is loaded before there is one. */

export const RUNNING: number = 2;
export const STARTING: number = 3;
