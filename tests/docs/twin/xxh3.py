"""XXH3-64 of the xxHash specification (https://github.com/Cyan4973/xxHash), with a seed."""

MASK = (1 << 64) - 1
PRIME32 = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)
PRIME64 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63,
           0x27D4EB2F165667C5)
SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e")


def read(data: bytes, at: int, size: int = 8) -> int:
    return int.from_bytes(data[at:at + size], "little")


def swapped(value: int, size: int) -> int:
    return int.from_bytes(value.to_bytes(size, "little"), "big")


def rotated(value: int, bits: int) -> int:
    return (value << bits | value >> (64 - bits)) & MASK


def folded(a: int, b: int) -> int:
    """The two halves of the product, exclusive-or."""
    product = (a & MASK) * (b & MASK)
    return (product & MASK) ^ product >> 64


def avalanche(h: int) -> int:
    h &= MASK
    h = (h ^ h >> 37) * 0x165667919E3779F9 & MASK
    return h ^ h >> 32


def avalanche64(h: int) -> int:
    h = (h ^ h >> 33) * PRIME64[1] & MASK
    h = (h ^ h >> 29) * PRIME64[2] & MASK
    return h ^ h >> 32


def mixed(data: bytes, at: int, secret_at: int, seed: int) -> int:
    return folded(read(data, at) ^ (read(SECRET, secret_at) + seed & MASK),
                  read(data, at + 8) ^ (read(SECRET, secret_at + 8) - seed & MASK))


def hash_0_to_16(data: bytes, seed: int) -> int:
    size = len(data)
    if size > 8:
        low = read(data, 0) ^ ((read(SECRET, 24) ^ read(SECRET, 32)) + seed & MASK)
        high = read(data, size - 8) ^ ((read(SECRET, 40) ^ read(SECRET, 48)) - seed & MASK)
        return avalanche(size + swapped(low, 8) + high + folded(low, high))
    if size >= 4:
        seed ^= swapped(seed & 0xFFFFFFFF, 4) << 32
        joined = read(data, size - 4, 4) + (read(data, 0, 4) << 32)
        h = joined ^ ((read(SECRET, 8) ^ read(SECRET, 16)) - seed & MASK)
        h = (h ^ rotated(h, 49) ^ rotated(h, 24)) * 0x9FB21C651E98DF25 & MASK
        h = (h ^ (h >> 35) + size) * 0x9FB21C651E98DF25 & MASK
        return h ^ h >> 28
    if size > 0:
        joined = data[0] << 16 | data[size >> 1] << 24 | data[-1] | size << 8
        return avalanche64(joined ^ ((read(SECRET, 0, 4) ^ read(SECRET, 4, 4)) + seed & MASK))
    return avalanche64(seed ^ read(SECRET, 56) ^ read(SECRET, 64))


def hash_17_to_128(data: bytes, seed: int) -> int:
    size = len(data)
    total = size * PRIME64[0]
    for i in range((size + 31) // 32):
        total += mixed(data, 16 * i, 32 * i, seed)
        total += mixed(data, size - 16 * (i + 1), 32 * i + 16, seed)
    return avalanche(total)


def hash_129_to_240(data: bytes, seed: int) -> int:
    size = len(data)
    first = size * PRIME64[0] + sum(mixed(data, 16 * i, 16 * i, seed) for i in range(8))
    last = mixed(data, size - 16, 136 - 17, seed)
    rest = sum(mixed(data, 16 * i, 16 * (i - 8) + 3, seed) for i in range(8, size // 16))
    return avalanche(avalanche(first) + last + rest)


def accumulate(lanes: list[int], data: bytes, at: int, secret: bytes, secret_at: int) -> None:
    for i in range(8):
        value = read(data, at + 8 * i)
        key = value ^ read(secret, secret_at + 8 * i)
        lanes[i ^ 1] = lanes[i ^ 1] + value & MASK
        lanes[i] = lanes[i] + (key & 0xFFFFFFFF) * (key >> 32) & MASK


def scramble(lanes: list[int], secret: bytes) -> None:
    for i in range(8):
        lane = lanes[i] ^ lanes[i] >> 47 ^ read(secret, 128 + 8 * i)
        lanes[i] = lane * PRIME32[0] & MASK


def hash_long(data: bytes, seed: int) -> int:
    secret = b"".join((read(SECRET, at) + (seed if at % 16 == 0 else -seed) & MASK)
                      .to_bytes(8, "little") for at in range(0, 192, 8))
    lanes = [PRIME32[2], *PRIME64[:4], PRIME32[1], PRIME64[4], PRIME32[0]]
    stripes = (len(data) - 1) // 64
    for stripe in range(stripes):
        accumulate(lanes, data, 64 * stripe, secret, stripe % 16 * 8)
        if stripe % 16 == 15:
            scramble(lanes, secret)
    accumulate(lanes, data, len(data) - 64, secret, 192 - 64 - 7)
    total = len(data) * PRIME64[0]
    for i in range(4):
        total += folded(lanes[2 * i] ^ read(secret, 11 + 16 * i),
                        lanes[2 * i + 1] ^ read(secret, 19 + 16 * i))
    return avalanche(total)


def xxh3_64(data: bytes, seed: int = 0) -> int:
    if len(data) <= 16:
        return hash_0_to_16(data, seed)
    if len(data) <= 128:
        return hash_17_to_128(data, seed)
    if len(data) <= 240:
        return hash_129_to_240(data, seed)
    return hash_long(data, seed)
