/** The name of a folder below herdr's own; nothing that leads out of it. */
export const herdrSession = /^(?!\.)[\w.-]{0,64}$/;

/** Below the repository, without a way out of it. */
export const insidePath = /^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$)).+$/;
