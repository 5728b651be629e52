/** Stands in for the editor's compiled writer of logs: its lines, each written at once. */

const fs = require("node:fs");
const path = require("node:path");

const LEVELS = ["trace", "debug", "info", "warning", "error", "critical"];

class Logger {
    constructor(_kind, _name, file) {
        this.file = file;
        this.level = LEVELS.indexOf("info");
        this.plain = false;
    }

    write(level, text) {
        if (level < this.level) return;
        const time = new Date().toISOString().replace("T", " ").replace("Z", "");
        fs.appendFileSync(this.file, this.plain ? text : `${time} [${LEVELS[level]}] ${text}\n`);
    }

    trace = (text) => this.write(0, text);
    debug = (text) => this.write(1, text);
    info = (text) => this.write(2, text);
    warn = (text) => this.write(3, text);
    error = (text) => this.write(4, text);
    critical = (text) => this.write(5, text);
    getLevel = () => this.level;
    setLevel = (level) => void (this.level = level);
    setPattern = () => undefined;
    clearFormatters = () => void (this.plain = true);
    flush = () => undefined;
    drop = () => undefined;
}

async function create(name, file) {
    await fs.promises.mkdir(path.dirname(file), { recursive: true });
    fs.appendFileSync(file, "");
    return new Logger("rotating", name, file);
}

// One by one: the editor imports them by their names.
exports.version = 0;
exports.setLevel = () => undefined;
exports.setFlushOn = () => undefined;
exports.Logger = Logger;
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
