/** The machine that this host runs on. */
export interface Machine {
  /** The same after each start of the machine, and another one on any other machine. */
  machineId(): Promise<string>;
  /** Differs after each start of the machine; null where the system does not tell. */
  bootId(): Promise<string | null>;
  /** Names the processes among which pids of this host are counted, as in a container; null where the system has no such thing. */
  pidNamespace(): Promise<string | null>;
  /** Whether a process of this host's boot and namespace still runs. */
  runs(process: { readonly pid: number; readonly startTime: string | null }): Promise<boolean>;
  /** Programs that want to run, for each processor, over the last minute; null where the system does not tell. */
  load(): number | null;
  /** Windows itself, and not WSL. */
  readonly isNativeWindows: boolean;
  /** Whether a program serves at a port of this machine now. */
  serves(port: number): Promise<boolean>;
  /** Bytes that are free where a path is, or will be; null where nobody can tell. */
  freeBytes(path: string): Promise<number | null>;
}
