// Hardware and assembly: VHDL, Verilog and SystemVerilog, SPICE netlists; MIPS and 8086.

#include "tokens/code/tables/tables.h"

namespace whorl::internal::tokens::code::tables {

constinit const Language kVhdl{
    .name = "vhdl",
    .title = "VHDL",
    .extensions = "vhd vhdl vho",
    .fold_case = true,
    .keywords =
        "abs access after alias all and architecture array assert attribute begin block body "
        "buffer "
        "bus case component configuration constant disconnect downto else elsif end entity exit "
        "file "
        "for function generate generic group guarded if impure in inertial inout is label library "
        "linkage literal loop map mod nand new next nor not null of on open or others out package "
        "port postponed procedure process pure range record register reject rem report return rol "
        "ror select severity shared signal sla sll sra srl subtype then to transport type "
        "unaffected "
        "units until use variable wait when while with xnor xor std_logic std_logic_vector integer "
        "natural boolean bit bit_vector unsigned signed rising_edge falling_edge",
    .operators = ":= <= => >= /= ** <> ?=",
    .number_part = "#",
    .string_prefixes = "x b o d ux sx ub sb",
    .delimited = {line_comment("--"), block_comment("/*", "*/"), doubled_string("\""),
                  short_character("'", Where::not_touching)},
    .skipped = "library use",
};

constinit const Language kVerilog{
    .name = "verilog",
    .title = "Verilog",
    .aliases = "systemverilog sv v",
    .extensions = "v vh sv svh vlg",
    .clues = "module endmodule wire reg assign always input output posedge begin initial",
    .identifier_part = "$",
    .sigils = "`$",
    .keywords =
        "always always_comb always_ff always_latch and assign automatic begin bit break buf bufif0 "
        "bufif1 byte case casex casez class clocking cmos const continue cover covergroup deassign "
        "default defparam disable do edge else end endcase endclass endclocking endfunction "
        "endgenerate endinterface endmodule endpackage endprimitive endproperty endspecify "
        "endtable endtask enum event export extends final for force foreach forever fork function "
        "generate genvar if iff import initial inout input int integer interface join join_any "
        "join_none localparam logic longint macromodule modport module nand negedge new nmos nor "
        "not notif0 notif1 null or output package packed parameter pmos posedge primitive program "
        "property pull0 pull1 rand real realtime ref reg release repeat return rtran scalared "
        "sequence shortint signed specify specparam static string strong0 strong1 struct supply0 "
        "supply1 table task this time timeprecision timeunit tran tri tri0 tri1 triand trior "
        "typedef union unique unsigned var virtual void wait wand weak0 weak1 while wire wor xnor "
        "xor",
    .operators =
        "<<< >>> <<= >>= === !== ==? |-> |=> <= >= == != && || << >> ** -> +: -: ++ -- += -= *= /= "
        "&= |= ^= ~& ~| ~^ ^~ '{ ::",
    .number_part = "'",
    .number_prefixes = "'b 'B 'o 'O 'd 'D 'h 'H",
    .delimited = {line_comment("//"), block_comment("/*", "*/"), string("\"")},
    .splices_lines = true,
    .skipped = "import",
};

constinit const Language kSpice{
    .name = "spice",
    .title = "SPICE",
    .aliases = "hspice ngspice",
    .extensions = "sp spi cir ckt net spice",
    .fold_case = true,
    .identifier_start = ".",
    .identifier_part = ".:#",
    .keywords =
        ".ac .alter .dc .end .ends .endl .eom .four .global .ic .inc .include .lib .macro "
        ".meas .measure .model .nodeset .noise .op .option .options .param .plot .print "
        ".probe .pz .save .sens .subckt .temp .tf .tran .width ac dc pulse sin exp pwl sffm "
        "poly npn pnp nmos pmos njf pjf d res cap ind",
    .delimited = {line_comment("*", Where::column_one), line_comment(";"),
                  line_comment("$ ", Where::after_blank), string("\""), doubled_string("'")},
    .continuation_column = 1,
    .continuation_mark = '+',
    .skipped = ".include .inc .lib",
};

constinit const Language kMips{
    .name = "mips",
    .title = "MIPS assembly",
    .aliases = "mipsasm",
    .extensions = "s asm mips",
    .clues = "$t0 $t1 $a0 $v0 $s0 $sp $ra $zero syscall .data .text .globl li lw sw addi jal jr",
    .fold_case = true,
    .identifier_start = ".",
    .identifier_part = ".",
    .sigils = "$%",
    .keywords =
        "abs add addi addiu addu and andi b bal beq beqz bge bgeu bgez bgezal bgt bgtu bgtz ble "
        "bleu "
        "blez blt bltu bltz bltzal bne bnez break c.eq.d c.eq.s c.le.d c.le.s c.lt.d c.lt.s clo "
        "clz "
        "cvt.d.s cvt.d.w cvt.s.d cvt.s.w cvt.w.d cvt.w.s div div.d div.s divu eret j jal jalr jr "
        "l.d "
        "l.s la lb lbu ld lh lhu li ll lui lw lwc1 lwl lwr madd maddu mfc0 mfc1 mfhi mflo mov.d "
        "mov.s move movn movz msub msubu mtc0 mtc1 mthi mtlo mul mul.d mul.s mulo mulou mult multu "
        "neg neg.d neg.s negu nop nor not or ori rem remu rol ror s.d s.s sb sc sd seb seh seq sge "
        "sgeu sgt sgtu sh sle sleu sll sllv slt slti sltiu sltu sne sqrt.d sqrt.s sra srav srl "
        "srlv "
        "sub sub.d sub.s subi subu sw swc1 swl swr syscall teq tne xor xori bc1f bc1t .align "
        ".ascii "
        ".asciiz .byte .data .double .end .ent .eqv .extern .float .globl .half .kdata .ktext "
        ".macro "
        ".end_macro .set .space .text .word .include",
    .delimited = {line_comment("#"), block_comment("/*", "*/"), line_comment("//"), string("\""),
                  short_character("'")},
    .dropped = ",",
    .skipped = ".globl .include",
};

constinit const Language k8086{
    .name = "a8086",
    .title = "8086 assembly",
    .aliases = "8086 x86 asm masm nasm tasm i8086",
    .extensions = "asm s a86 nas nasm inc",
    .clues =
        "mov int ax ax, bx bx, cx cx, dx dx, al ah eax rax push pop cmp jmp proc endp segment "
        "ends assume org db dw ret loop 21h",
    .fold_case = true,
    .identifier_start = ".?@$",
    .identifier_part = ".?@$",
    .keywords =
        "aaa aad aam aas adc add and call cbw cdq clc cld cli cmc cmp cmpsb cmpsw cwd daa das dec "
        "div esc hlt idiv imul in inc int into iret ja jae jb jbe jc jcxz je jg jge jl jle jmp jna "
        "jnae jnb jnbe jnc jne jng jnge jnl jnle jno jnp jns jnz jo jp jpe jpo js jz lahf lds lea "
        "les lock lodsb lodsw loop loope loopne loopnz loopz mov movsb movsw movsx movzx mul neg "
        "nop "
        "not or out pop popa popf push pusha pushf rcl rcr rep repe repne repnz repz ret retf retn "
        "rol ror sahf sal sar sbb scasb scasw shl shr stc std sti stosb stosw sub syscall test "
        "wait "
        "xchg xlat xor leave enter cmove cmovne sete setne "
        "db dw dd dq dt dup equ org end proc endp segment ends assume macro endm public extrn "
        "extern "
        "global section byte word dword qword ptr offset near far short resb resw resd resq times "
        ".model .stack .data .code .386 .486 .startup .exit .text .bss title page include "
        "ax bx cx dx si di bp sp al ah bl bh cl ch dl dh cs ds es ss fs gs "
        "eax ebx ecx edx esi edi ebp esp rax rbx rcx rdx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 "
        "r15",
    .delimited = {line_comment(";"), doubled_string("\""), doubled_string("'"), string("`")},
    .dropped = ",",
    .skipped = "title page include .model .386 .486 global public extrn extern",
    .alike =
        "je jz ; jne jnz ; jb jc jnae ; jae jnb jnc ; ja jnbe ; jbe jna ; jg jnle ; jge jnl ; "
        "jl jnge ; jle jng ; loope loopz ; loopne loopnz ; repe repz rep ; repne repnz ; "
        "ax bx cx dx si di bp al ah bl bh cl ch dl dh eax ebx ecx edx esi edi ebp rax rbx rcx "
        "rdx rsi rdi rbp r8 r9 r10 r11 r12 r13 r14 r15 ; sp esp rsp ; shl sal ;",
};

}  // namespace whorl::internal::tokens::code::tables
